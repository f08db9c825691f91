/*
 * Models of Linux's lists: where they are looked at without a lock, the headers read them as
 * volatile. Nobody changes a list while the program looks at it.
 */
#define overrides __attribute__((model_overrides))

struct list_head { struct list_head *next, *prev; };
struct hlist_node;
struct hlist_head { struct hlist_node *first; };

/* tells whether the list has no item */
overrides int list_empty(const struct list_head *head)
{
	return head->next == head;
}

/* tells whether the list has no item */
overrides int list_empty_careful(const struct list_head *head)
{
	return head->next == head && head->prev == head;
}

/* tells whether the list has no item */
overrides int hlist_empty(const struct hlist_head *head)
{
	return !head->first;
}
