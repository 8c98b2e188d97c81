// Nets from the files that a page fetches (src/tablas/engine/browser_nets.py writes them).
//
// A file is the word "TBN1", the number of tensors in four bytes, and the tensors: kind, rows and
// columns in four bytes each, then the numbers, filled up to four bytes.

#include "wasm/nets.hpp"

#include <vector>

namespace tablas::wasm {
namespace {

constexpr std::size_t CACHE_BYTES = std::size_t{8} << 20;
constexpr std::size_t TABLE_MEGABYTES = 16;
constexpr std::uint32_t MOST = 1u << 26;  // numbers in a tensor

enum Kind : std::uint32_t {
    FLOATS = 0,  // of 32 bits
    BYTES = 1,   // a float of 32 bits for each row, by which the row's signed bytes are multiplied
    ZIGZAG = 2,  // of 16 bits: all lower bytes, then all upper ones, of 2x or -2x - 1
    WORDS = 3,   // of 32 bits
};

struct Tensor {
    std::uint32_t kind, rows, columns;
    const std::uint8_t* data;

    std::size_t size() const { return std::size_t{rows} * columns; }
};

/// The tensors of a file; none if it is damaged.
std::vector<Tensor> tensors_of(const std::uint8_t* file, std::size_t size) {
    const auto word = [&](std::size_t at) { return board_at<std::uint32_t>(file + at); };
    std::vector<Tensor> tensors;
    if (size < 8 || std::memcmp(file, "TBN1", 4) != 0) return {};
    const std::uint32_t count = word(4);
    std::size_t at = 8;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (size - at < 12) return {};
        const Tensor tensor{word(at), word(at + 4), word(at + 8), file + at + 12};
        at += 12;
        const std::uint64_t numbers = std::uint64_t{tensor.rows} * tensor.columns;
        if (numbers == 0 || numbers > MOST || tensor.kind > WORDS) return {};
        std::size_t bytes = static_cast<std::size_t>(numbers) * (tensor.kind == ZIGZAG ? 2 : 4);
        if (tensor.kind == BYTES) bytes = static_cast<std::size_t>(numbers) + 4 * tensor.rows;
        bytes = (bytes + 3) / 4 * 4;
        if (size - at < bytes) return {};
        at += bytes;
        tensors.push_back(tensor);
    }
    if (at != size) return {};
    return tensors;
}

std::vector<float> floats_of(const Tensor& tensor) {
    std::vector<float> values(tensor.size());
    if (tensor.kind == FLOATS) {
        std::memcpy(values.data(), tensor.data, values.size() * sizeof(float));
    } else if (tensor.kind == BYTES) {
        const std::uint8_t* const bytes = tensor.data + 4 * tensor.rows;
        for (std::uint32_t row = 0; row < tensor.rows; ++row) {
            const auto scale = board_at<float>(tensor.data + 4 * row);
            for (std::uint32_t i = 0; i < tensor.columns; ++i) {
                const std::size_t at = std::size_t{row} * tensor.columns + i;
                values[at] = scale * static_cast<float>(static_cast<std::int8_t>(bytes[at]));
            }
        }
    } else {
        return {};
    }
    return values;
}

std::vector<std::int16_t> shorts_of(const Tensor& tensor) {
    if (tensor.kind != ZIGZAG) return {};
    std::vector<std::int16_t> values(tensor.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const unsigned folded = tensor.data[i] | tensor.data[values.size() + i] << 8;
        values[i] = static_cast<std::int16_t>(folded >> 1 ^ (0u - (folded & 1)));
    }
    return values;
}

std::vector<std::int32_t> words_of(const Tensor& tensor) {
    if (tensor.kind != WORDS) return {};
    std::vector<std::int32_t> values(tensor.size());
    std::memcpy(values.data(), tensor.data, values.size() * sizeof(std::int32_t));
    return values;
}

/// Weight and bias in turn.
std::vector<LayerWeights> layers_of(const std::vector<Tensor>& tensors) {
    std::vector<LayerWeights> layers;
    for (std::size_t i = 0; i + 1 < tensors.size(); i += 2) {
        layers.push_back({tensors[i].rows, tensors[i].columns, floats_of(tensors[i]),
                          floats_of(tensors[i + 1])});
    }
    return layers;
}

int refuse(const char* reason) {
    note_fault(reason);
    return BAD_NET;
}

template <class Net>
int load_layers(std::unique_ptr<Net>& place, const std::vector<Tensor>& tensors) {
    const std::vector<LayerWeights> layers = layers_of(tensors);
    const char* reason = nullptr;
    if constexpr (std::is_same_v<Net, GuessNet>) {
        reason = GuessNet::fault(layers, backgammon::GUESS_ROWS);
    } else {
        reason = Net::fault(layers);
    }
    if (reason != nullptr) return refuse(reason);
    place = std::make_unique<Net>(layers);
    return 0;
}

int load_search(const std::vector<Tensor>& tensors) {
    if (tensors.size() != 9) return refuse("a network of the search has nine tensors");
    std::vector<std::int16_t> shorts[7];
    const std::size_t places[7] = {0, 1, 2, 3, 4, 5, 7};
    for (std::size_t i = 0; i < 7; ++i) shorts[i] = shorts_of(tensors[places[i]]);
    const std::vector<std::int32_t> bias = words_of(tensors[6]), last = words_of(tensors[8]);
    if (last.size() != 1) return refuse("out_bias: expected one number");
    const abalone::NetWeights weights{shorts[0], shorts[1], shorts[2], shorts[3], shorts[4],
                                      shorts[5], bias,      shorts[6], last[0]};
    if (const char* reason = abalone::Net::fault(weights)) return refuse(reason);
    searching().net = std::make_unique<abalone::Net>(weights);
    searching().table = std::make_unique<abalone::Table>(TABLE_MEGABYTES);
    return 0;
}

}  // namespace

Searching& searching() {
    static Searching held;
    return held;
}

/// Takes a net for a game: the one that judges, or with `helps` the one that guesses. 0 if it fits.
TABLAS_EXPORT(load_net)
int load_net(int number, int helps, const std::uint8_t* file, std::size_t size) {
    const std::vector<Tensor> tensors = tensors_of(file, size);
    if (tensors.empty()) return refuse("this is no file of a net, or a damaged one");
    return game(number, [&]<class Game> {
        if constexpr (DiceGame<Game>) {
            auto& held = judging<Game>();
            if (!held.cache) held.cache = std::make_unique<EvaluationCache>(CACHE_BYTES);
            held.cache->clear();
            return helps != 0 ? load_layers(held.guess, tensors) : load_layers(held.net, tensors);
        } else {
            return load_search(tensors);
        }
    });
}

/// The chances of boards before the roll, five floats each.
TABLAS_EXPORT(judge)
int judge(int number, const std::uint8_t* from, std::size_t count, float* out) {
    return dice_game(number, [&]<class Game> {
        using Board = typename Game::Board;
        const auto& held = judging<Game>();
        if (!held.net) return NO_NET;
        std::vector<Board> boards(count);
        for (std::size_t i = 0; i < count; ++i) {
            boards[i] = board_at<Board>(from + i * sizeof(Board));
            if (!sound(boards[i])) return BAD_BOARD;
        }
        Workspace space;
        held.net->evaluate(boards, {reinterpret_cast<Chances*>(out), count}, space, fastest_path());
        return 0;
    });
}

}  // namespace tablas::wasm
