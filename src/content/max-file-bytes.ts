/** Bytes a content file may have at most. */
export const maxFileBytes: number = 4 * 1024 * 1024;
