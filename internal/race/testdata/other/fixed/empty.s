// Functions without a body are linked.
