// The sums of the first layer: included by first_layer.cpp once for each instruction set, inside a
// namespace that defines TABLAS_TARGET, TOGETHER, Whole, Sums, Vector and their operations.
//
// Whole is a vector of numbers of 16 bits, Sums one of half as many of 32 bits, Vector one of as
// many floats; TOGETHER is the number of pairs of lines that are summed at a time.

constexpr std::size_t LANES = sizeof(Whole) / sizeof(std::int16_t), WIDTH = LANES / 2;
constexpr std::size_t IN_LINE = LINE / WIDTH;

/// Of the first sum of a vector, `v` vectors behind a pair of lines; the pair's other line is
/// behind.
constexpr std::size_t place(std::size_t pair, std::size_t v) {
    return (pair + v / IN_LINE) * 2 * LINE + v % IN_LINE * WIDTH;
}

/// What the sums of a pair of lines from `place` on come to.
template <Activation ACTIVATION>
TABLAS_TARGET inline void store_sums(Sums first, Sums second, const float* steps, std::size_t place,
                                     float* out) {
    const Vector one = scaled(first, steps + place), other = scaled(second, steps + place + LINE);
    if constexpr (ACTIVATION == Activation::Relu) {
        store(out + place, rectified(one));
        store(out + place + LINE, rectified(other));
    } else {
        store(out + place / (2 * LINE) * LINE + place % LINE, times(rectified(one), other));
    }
}

/// COUNT pairs of lines of one board's sum, which stay in registers meanwhile.
template <std::size_t COUNT, Activation ACTIVATION>
TABLAS_TARGET inline void sum_board(const Table& table, RowSet rows, std::size_t pair, float* out) {
    constexpr std::size_t VECTORS = COUNT * IN_LINE;
    Sums first[VECTORS], second[VECTORS];
    for (std::size_t v = 0; v < VECTORS; ++v) {
        first[v] = load_sums(table.bias + place(pair, v));
        second[v] = load_sums(table.bias + place(pair, v) + LINE);
    }
    for (const std::size_t row : rows) {
        const std::int16_t* const from = table.rows[row * table.stride + pair].values.data();
        for (std::size_t v = 0; v < VECTORS; ++v) {
            const Whole entries = load(from + v * LANES);
            first[v] = add_first(first[v], entries);
            second[v] = add_second(second[v], entries);
        }
    }
    for (std::size_t v = 0; v < VECTORS; ++v) {
        store_sums<ACTIVATION>(first[v], second[v], table.steps, place(pair, v), out);
    }
}

/// COUNT pairs of lines of every board's sum. Boards that lie together share most of their rows, a
/// piece of which stays in the nearest cache for all of them.
template <std::size_t COUNT, Activation ACTIVATION>
TABLAS_TARGET inline void sum_some(const Table& table, std::span<const RowSet> boards,
                                   std::size_t pair, float* out) {
    for (std::size_t i = 0; i < boards.size(); ++i) {
        sum_board<COUNT, ACTIVATION>(table, boards[i], pair, out + i * table.out_stride);
    }
}

template <Activation ACTIVATION>
TABLAS_TARGET inline void sum_all(const Table& table, std::span<const RowSet> boards, float* out) {
    std::size_t pair = 0;
    for (; pair + TOGETHER <= table.pairs; pair += TOGETHER) {
        sum_some<TOGETHER, ACTIVATION>(table, boards, pair, out);
    }
    for (; pair < table.pairs; ++pair) sum_some<1, ACTIVATION>(table, boards, pair, out);
}

TABLAS_TARGET void sum_rows(const Table& table, std::span<const RowSet> boards,
                            Activation activation, float* out) {
    if (activation == Activation::Relu) {
        sum_all<Activation::Relu>(table, boards, out);
    } else {
        sum_all<Activation::Product>(table, boards, out);
    }
}
