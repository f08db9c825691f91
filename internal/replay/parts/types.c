typedef __UINT8_TYPE__ hb_byte;
typedef __UINT64_TYPE__ hb_wide;
typedef __UINTPTR_TYPE__ hb_word;

/* A change of memory: bytes at an address get lo and hi, or if width isn't 0 so many of
   their bits from bit on. */
struct hb_write {
	hb_wide at, lo, hi;
	unsigned bytes, bit, width;
};

/* What the run gets from outside at a site: so many values and changes of memory, from
   the first in hb_writes on. */
struct hb_event {
	unsigned site, first, values, changes;
};

struct hb_range {
	hb_wide at, bytes;
};

