/* C17 7.23. */
#ifndef HARDBOP_STDNORETURN_H
#define HARDBOP_STDNORETURN_H
#define noreturn _Noreturn
#endif
