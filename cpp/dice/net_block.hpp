// One block of rows through one layer: included by net.cpp once for each instruction set, inside a
// namespace that defines TABLAS_TARGET, Vector, WIDTH, ROWS, SPAN and the operations on Vector.
//
// WIDTH is the number of floats in a Vector, ROWS the rows of a block, SPAN the panels of 16
// outputs that are worked on at a time; ROWS * SPAN * 16 / WIDTH sums stay in registers. SUMMED is
// the number of lines that are summed at a time.

/// The inputs that are not zero in every row of the block, with their values side by side.
///
/// Rows that lie together are mostly positions a play apart, which switch the same units off: in
/// the nets of the package 49 to 74 % of the first layer's units and 17 to 39 % of the second's are
/// on in any of six such rows. What is left out would add zero: the sums are the same to the bit.
///
/// Here and below a block has COUNT rows, or `left` if fewer are left.
template <std::size_t COUNT>
TABLAS_TARGET inline std::size_t gather_active(std::size_t left, const float* rows,
                                               std::size_t inputs, std::uint32_t* index,
                                               float* values) {
    if constexpr (COUNT > 1) {
        if (left < COUNT) return gather_active<COUNT - 1>(left, rows, inputs, index, values);
    }
    std::size_t found = 0;
    for (std::size_t first = 0; first < inputs; first += WIDTH) {
        // Bits of different numbers together may be no number at all, but never zero.
        Vector any = load(rows + first);
        for (std::size_t row = 1; row < COUNT; ++row) {
            any = either(any, load(rows + row * inputs + first));
        }
        for (unsigned bits = not_zero(any); bits != 0; bits &= bits - 1) {
            const std::size_t input = first + static_cast<unsigned>(std::countr_zero(bits));
            index[found] = static_cast<std::uint32_t>(input);
            for (std::size_t row = 0; row < COUNT; ++row) {
                values[found * COUNT + row] = rows[row * inputs + input];
            }
            ++found;
        }
    }
    return found;
}

/// A block of the active inputs' values through PANELS panels; row r goes to out + r * outputs.
template <std::size_t PANELS, std::size_t COUNT>
TABLAS_TARGET inline void multiply(std::size_t left, const Line* const* panels, const Line* bias,
                                   const std::uint32_t* index, const float* values,
                                   std::size_t active, bool relu, float* out, std::size_t outputs) {
    if constexpr (COUNT > 1) {
        if (left < COUNT) {
            return multiply<PANELS, COUNT - 1>(left, panels, bias, index, values, active, relu, out,
                                               outputs);
        }
    }
    constexpr std::size_t VECTORS = PANELS * LINE / WIDTH;
    constexpr std::size_t IN_LINE = LINE / WIDTH;
    Vector sums[COUNT][VECTORS];
    for (std::size_t row = 0; row < COUNT; ++row) {
        for (std::size_t v = 0; v < VECTORS; ++v) {
            sums[row][v] = load(floats(bias + v / IN_LINE) + v % IN_LINE * WIDTH);
        }
    }
    for (std::size_t i = 0; i < active; ++i) {
        Vector weights[VECTORS];
        for (std::size_t v = 0; v < VECTORS; ++v) {
            const Line* const line = panels[v / IN_LINE] + index[i];
            weights[v] = load(floats(line) + v % IN_LINE * WIDTH);
        }
        for (std::size_t row = 0; row < COUNT; ++row) {
            const Vector value = spread(values[i * COUNT + row]);
            for (std::size_t v = 0; v < VECTORS; ++v) {
                sums[row][v] = multiply_add(value, weights[v], sums[row][v]);
            }
        }
    }
    for (std::size_t row = 0; row < COUNT; ++row) {
        for (std::size_t v = 0; v < VECTORS; ++v) {
            const Vector sum = relu ? larger(sums[row][v], zero()) : sums[row][v];
            store(out + row * outputs + v * WIDTH, sum);
        }
    }
}

/// PANELS panels from `first` on for every block of rows.
template <std::size_t PANELS>
TABLAS_TARGET inline void run_panels(const DenseLayer& layer, std::size_t first, std::size_t count,
                                     bool relu, float* out, Gathered gathered) {
    const std::size_t inputs = layer.inputs(), outputs = layer.panels() * LINE;
    const Line* panels[PANELS];
    for (std::size_t i = 0; i < PANELS; ++i) panels[i] = layer.panel(first + i);
    for (std::size_t row = 0; row < count; row += ROWS) {
        const std::size_t block = row / ROWS;
        multiply<PANELS, ROWS>(count - row, panels, layer.bias() + first,
                               gathered.index + block * inputs, gathered.values + row * inputs,
                               gathered.active[block], relu, out + row * outputs + first * LINE,
                               outputs);
    }
}

/// `count` rows through a layer. The weights of some panels serve all the blocks of rows before the
/// next ones are fetched: those of a large layer do not fit into the second cache together.
TABLAS_TARGET void run_layer(const DenseLayer& layer, const float* rows, std::size_t count,
                             bool relu, float* out, Gathered gathered) {
    const std::size_t inputs = layer.inputs();
    for (std::size_t row = 0; row < count; row += ROWS) {
        const std::size_t block = row / ROWS;
        gathered.active[block] =
            gather_active<ROWS>(count - row, rows + row * inputs, inputs,
                                gathered.index + block * inputs, gathered.values + row * inputs);
    }
    std::size_t panel = 0;
    for (; panel + SPAN <= layer.panels(); panel += SPAN) {
        run_panels<SPAN>(layer, panel, count, relu, out, gathered);
    }
    for (; panel < layer.panels(); ++panel) {
        run_panels<1>(layer, panel, count, relu, out, gathered);
    }
}

/// What the sums of COUNT lines from `line` on come to, each stored in its place.
template <std::size_t COUNT, Activation ACTIVATION>
TABLAS_TARGET inline void store_sums(const Vector* sums, std::size_t line, Line* out) {
    constexpr std::size_t IN_LINE = LINE / WIDTH;
    if constexpr (ACTIVATION == Activation::Relu) {
        float* const to = floats(out + line);
        for (std::size_t v = 0; v < COUNT * IN_LINE; ++v) {
            store(to + v * WIDTH, larger(sums[v], zero()));
        }
    } else {
        float* const to = floats(out + line / 2);
        for (std::size_t v = 0; v < COUNT / 2 * IN_LINE; ++v) {
            const Vector* const gate = sums + v / IN_LINE * 2 * IN_LINE + v % IN_LINE;
            store(to + v * WIDTH, times(larger(gate[0], zero()), gate[IN_LINE]));
        }
    }
}

/// COUNT lines of the sum, which stay in registers meanwhile.
template <std::size_t COUNT, Activation ACTIVATION>
TABLAS_TARGET inline void sum_some(std::span<const Line* const> rows, const Line* bias,
                                   std::size_t line, Line* out) {
    constexpr std::size_t VECTORS = COUNT * LINE / WIDTH;
    Vector sums[VECTORS];
    for (std::size_t v = 0; v < VECTORS; ++v) sums[v] = load(floats(bias + line) + v * WIDTH);
    for (const Line* row : rows) {
        for (std::size_t v = 0; v < VECTORS; ++v) {
            sums[v] = add(sums[v], load(floats(row + line) + v * WIDTH));
        }
    }
    store_sums<COUNT, ACTIVATION>(sums, line, out);
}

/// Every line of the sums of one activation; FEWEST of them are summed at a time, or SUMMED.
template <std::size_t FEWEST, Activation ACTIVATION>
TABLAS_TARGET inline void sum_all(std::span<const Line* const> rows, const Line* bias,
                                  std::size_t lines, Line* out) {
    std::size_t line = 0;
    for (; line + SUMMED <= lines; line += SUMMED) {
        sum_some<SUMMED, ACTIVATION>(rows, bias, line, out);
    }
    for (; line < lines; line += FEWEST) sum_some<FEWEST, ACTIVATION>(rows, bias, line, out);
}

TABLAS_TARGET void sum_lines(std::span<const Line* const> rows, const Line* bias, std::size_t lines,
                             Activation activation, Line* out) {
    if (activation == Activation::Relu) {
        sum_all<1, Activation::Relu>(rows, bias, lines, out);
    } else {
        sum_all<2, Activation::Product>(rows, bias, lines, out);
    }
}
