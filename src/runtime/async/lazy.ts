/** Something that is loaded when it is first asked for, and once. */
export interface Lazy<Value> {
  (): Promise<Value>;
  /** What was asked for already; undefined, and nothing is loaded, where nobody has asked. */
  peek(): Promise<Value> | undefined;
}

/** Loads with `load` at the first call and gives that to all callers. A load that failed is tried again by the next call. */
export function lazy<Value>(load: () => Promise<Value>): Lazy<Value> {
  let loading: Promise<Value> | undefined;
  const get = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return Object.assign(get, { peek: () => loading });
}
