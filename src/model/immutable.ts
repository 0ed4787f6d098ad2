/** The same data, to be read only. */
export type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value;
