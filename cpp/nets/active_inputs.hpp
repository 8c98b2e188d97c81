// The active inputs of a block of rows, one after another: included by dense_net.cpp for the
// instruction sets that cannot put some lanes of a register together.

/// A row in whole numbers.
TABLAS_TARGET inline void round_row(const float* row, std::size_t inputs, float scale,
                                    std::int16_t* out) {
    for (std::size_t i = 0; i < inputs; ++i) {
        // Added to this, a number has no bits left behind the point: rounded, to even.
        constexpr float WHOLE = 3 << 22;
        const auto bits = std::bit_cast<std::int32_t>(row[i] * scale + WHOLE);
        out[i] = static_cast<std::int16_t>(bits - std::bit_cast<std::int32_t>(WHOLE));
    }
}

TABLAS_TARGET inline std::size_t gather_active(const Rows& rows, std::size_t inputs,
                                               const float* scales, const Block& block) {
    constexpr std::size_t LANES = sizeof(Whole) / sizeof(std::int16_t);
    std::int16_t* const whole = block.scratch->values.data();
    const std::size_t stride = block.stride;
    for (std::size_t row = 0; row < rows.count; ++row) {
        round_row(rows.first + row * rows.stride, inputs, scales[row], whole + row * stride);
    }
    std::size_t active = 0;
    for (std::size_t first = 0; first < inputs; first += LANES) {
        Whole any = load(whole + first);
        for (std::size_t row = 1; row < rows.count; ++row) {
            any = either(any, load(whole + row * stride + first));
        }
        for (std::uint32_t bits = not_zero(any); bits != 0; bits &= bits - 1) {
            const std::size_t input = first + static_cast<unsigned>(std::countr_zero(bits));
            block.index[active] = static_cast<std::uint32_t>(input);
            for (std::size_t row = 0; row < rows.count; ++row) {
                block.values[row * stride + active] = whole[row * stride + input];
            }
            ++active;
        }
    }
    return active;
}
