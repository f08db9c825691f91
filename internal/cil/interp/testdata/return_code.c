int main(void) { int x = 300; return x + 7; }
