int main(int argc, char** argv) {
    if (argc < 4) return 1;
    std::ifstream file(argv[2]);
    std::string answers{std::istreambuf_iterator<char>(file), {}};
    std::string output{std::istreambuf_iterator<char>(std::cin), {}};
    return accepts(answers, output) ? 42 : 43;
}
