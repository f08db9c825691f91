/* <mm3dnow.h> */
#include <x86intrin.h>
