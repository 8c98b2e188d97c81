// One block of rows through one dense layer: included by dense_net.cpp once for each instruction
// set, inside a namespace that defines TABLAS_TARGET, ROWS, TOGETHER, Whole, Sums and their
// operations.
//
// Whole is a vector of LANES numbers of 16 bits, Sums one of half as many of 32 bits. ROWS is the
// number of rows of a block, TOGETHER the vectors of outputs that are worked on at a time:
// ROWS * TOGETHER * 2 sums stay in registers.

constexpr std::size_t LANES = sizeof(Whole) / sizeof(std::int16_t);
constexpr std::size_t IN_LINE = WHOLE_LINE / LANES;
static_assert(ROWS <= MOST_ROWS && ROWS_TOGETHER % ROWS == 0);

/// The largest size in a row, as the bits of a float.
TABLAS_TARGET inline std::int32_t largest(const float* row, std::size_t inputs) {
    std::int32_t most = 0;
    for (std::size_t i = 0; i < inputs; ++i) {
        const std::int32_t size = std::bit_cast<std::int32_t>(row[i]) & 0x7fffffff;
        most = size > most ? size : most;
    }
    return most;
}

/// Puts the active inputs of some rows into a block: an even number of them, since they are
/// multiplied in pairs.
TABLAS_TARGET inline void fill_block(const DenseLayer& layer, const Rows& rows, Block& block) {
    std::array<float, ROWS> scales;
    for (std::size_t row = 0; row < rows.count; ++row) {
        const std::int32_t most = largest(rows.first + row * rows.stride, layer.inputs());
        const int exponent = exponent_above(most) - layer.input_bits();
        scales[row] = power_of_two(-exponent);
        block.worth[row] = power_of_two(exponent);
    }
    block.active = gather_active(rows, layer.inputs(), scales.data(), block);
    if (block.active % 2 == 0) return;
    block.index[block.active] = 0;
    for (std::size_t row = 0; row < rows.count; ++row) {
        block.values[row * block.stride + block.active] = 0;
    }
    ++block.active;
}

/// The sums of COUNT rows of a block, or of `left` if fewer are left, for NUMBER vectors of
/// outputs from `first` on; row r goes to out + r * outputs.
template <std::size_t NUMBER, std::size_t COUNT>
TABLAS_TARGET inline void multiply(const DenseLayer& layer, std::size_t first, std::size_t left,
                                   const Block& block, bool relu, float* out) {
    if constexpr (COUNT > 1) {
        if (left < COUNT) {
            return multiply<NUMBER, COUNT - 1>(layer, first, left, block, relu, out);
        }
    }
    const std::int16_t* weights[NUMBER];
    for (std::size_t v = 0; v < NUMBER; ++v) {
        const WholeLine* const panel = layer.panel((first + v) / IN_LINE);
        weights[v] = panel->values.data() + (first + v) % IN_LINE * LANES;
    }
    Sums sums[COUNT][2 * NUMBER];
    for (std::size_t row = 0; row < COUNT; ++row) {
        for (std::size_t v = 0; v < 2 * NUMBER; ++v) sums[row][v] = nothing();
    }
    for (std::size_t i = 0; i < block.active; i += 2) {
        const std::size_t one = block.index[i] * WHOLE_LINE;
        const std::size_t other = block.index[i + 1] * WHOLE_LINE;
        Whole pairs[2 * NUMBER];
        for (std::size_t v = 0; v < NUMBER; ++v) {
            const Whole a = load(weights[v] + one), b = load(weights[v] + other);
            pairs[2 * v] = lower_pairs(a, b);
            pairs[2 * v + 1] = upper_pairs(a, b);
        }
        for (std::size_t row = 0; row < COUNT; ++row) {
            const Whole values = spread(block.values + row * block.stride + i);
            for (std::size_t v = 0; v < 2 * NUMBER; ++v) {
                sums[row][v] = add_products(sums[row][v], pairs[v], values);
            }
        }
    }
    for (std::size_t v = 0; v < 2 * NUMBER; ++v) {
        const std::size_t vector = first + v / 2;
        const std::size_t place =
            vector / IN_LINE * WHOLE_LINE + v % 2 * LINE + vector % IN_LINE * (LANES / 2);
        const float* const steps = floats(layer.steps()) + place;
        const float* const bias = floats(layer.bias()) + place;
        for (std::size_t row = 0; row < COUNT; ++row) {
            float* const to = out + row * layer.panels() * WHOLE_LINE + place;
            finish(sums[row][v], steps, block.worth[row], bias, relu, to);
        }
    }
}

/// NUMBER vectors of outputs from `first` on for every block of rows.
template <std::size_t NUMBER>
TABLAS_TARGET inline void run_vectors(const DenseLayer& layer, std::size_t first, std::size_t count,
                                      bool relu, std::span<const Block> blocks, float* out) {
    const std::size_t outputs = layer.panels() * WHOLE_LINE;
    for (std::size_t row = 0; row < count; row += ROWS) {
        multiply<NUMBER, ROWS>(layer, first, count - row, blocks[row / ROWS], relu,
                               out + row * outputs);
    }
}

/// Rows through a layer. The weights of some outputs serve all the blocks of rows before the next
/// ones are fetched: those of a large layer do not fit into the second cache together.
TABLAS_TARGET void run_layer(const DenseLayer& layer, const Rows& rows, bool relu, Workspace& space,
                             float* out) {
    std::array<Block, ROWS_TOGETHER / ROWS> blocks;
    make_room(layer, ROWS, space, blocks);
    for (std::size_t row = 0; row < rows.count; row += ROWS) {
        const Rows some{rows.first + row * rows.stride, rows.stride,
                        std::min(ROWS, rows.count - row)};
        fill_block(layer, some, blocks[row / ROWS]);
    }
    const std::size_t vectors = layer.panels() * IN_LINE;
    std::size_t first = 0;
    for (; first + TOGETHER <= vectors; first += TOGETHER) {
        run_vectors<TOGETHER>(layer, first, rows.count, relu, blocks, out);
    }
    if constexpr (TOGETHER > 1) {
        for (; first < vectors; ++first) {
            run_vectors<1>(layer, first, rows.count, relu, blocks, out);
        }
    }
}
