static std::string all(InStream& stream) {
    std::string text;
    while (!stream.eof()) text += stream.readLine() + '\n';
    return text;
}

int main(int argc, char** argv) {
    registerTestlibCmd(argc, argv);
    if (!accepts(all(ans), all(ouf))) quitf(_wa, "no right answer");
    quitf(_ok, "a right answer");
}
