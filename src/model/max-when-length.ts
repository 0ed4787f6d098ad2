/** Characters of a `when` that a master gives, or that a template makes. */
export const maxWhenLength = 2_000;
