/** Makes something of an object, once as long as that lives. */
export type Once<Key extends object, Value> = (key: Key, make: () => Value) => Value;

export function createOnce<Key extends object, Value>(): Once<Key, Value> {
  const kept = new WeakMap<Key, { readonly value: Value }>();
  return (key, make) => {
    const found = kept.get(key) ?? { value: make() };
    kept.set(key, found);
    return found.value;
  };
}
