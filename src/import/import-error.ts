/** What stops an import; the message says what, and what to do. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** Whether the command line asks for what is not there. */
  readonly isUsage: boolean;

  constructor(message: string, { isUsage = false }: { readonly isUsage?: boolean } = {}) {
    super(message);
    this.isUsage = isUsage;
  }
}
