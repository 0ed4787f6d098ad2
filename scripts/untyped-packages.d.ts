// What the scripts use of packages that come without types.

declare module '@bcoe/v8-coverage' {
  interface ScriptCoverage {
    scriptId: string;
    url: string;
    functions: {
      functionName: string;
      ranges: { startOffset: number; endOffset: number; count: number }[];
      isBlockCoverage: boolean;
    }[];
  }
  /** What one process ran, as V8 writes it. */
  export interface ProcessCov {
    result: ScriptCoverage[];
  }
  export function mergeProcessCovs(processes: readonly ProcessCov[]): ProcessCov;
}

declare module 'istanbul-lib-coverage' {
  interface Totals {
    readonly covered: number;
    readonly total: number;
  }
  interface FileCoverage {
    toSummary(): { readonly lines: Totals; readonly branches: Totals };
  }
  export interface CoverageMap {
    readonly data: Record<string, unknown>;
    files(): string[];
    fileCoverageFor(file: string): FileCoverage;
    merge(data: unknown): void;
    addFileCoverage(data: unknown): void;
  }
  const coverage: { createCoverageMap(data: unknown): CoverageMap };

  // biome-ignore lint/style/noDefaultExport: it is CommonJS.
  export { coverage as default };
}
