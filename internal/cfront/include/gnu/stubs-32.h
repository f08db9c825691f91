/* The C library has this only where it is installed for 32 bits; it says nothing that matters here. */
