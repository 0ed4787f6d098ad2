import { parse } from 'yaml';
import { type Project, project } from '../init/project.ts';

export interface Block {
  readonly line: number;
  readonly end_line: number;
  readonly as: string;
  readonly category?: string;
  readonly kata?: string;
  readonly why?: string;
}

export interface Report {
  readonly scope: string;
  readonly sources: readonly { readonly path: string; readonly blocks: readonly Block[] }[];
  readonly counts: Readonly<Record<string, number>>;
  readonly unaccounted: number;
  readonly files: Readonly<Record<string, string>>;
  readonly written: boolean;
}

/** The report of `precept import --format json` in a project, which must succeed. */
export async function reportOf(shop: Project, ...args: string[]): Promise<Report> {
  const { code, stdout, stderr } = await shop.precept('import', '--scope', 's', '--format', 'json', ...args);
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
  return JSON.parse(stdout) as Report;
}

/** The report about a project with these files. */
export async function imported(files: Readonly<Record<string, string>>, ...args: string[]): Promise<Report> {
  return reportOf(await project(files), ...args);
}

type Categories = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A content file of the scope of a report, as plain data; empty where it is not written. */
export function contentOf({ files, scope }: Report, kind: string): Categories {
  const text = files[`${scope}/${kind}.yml`];
  return text === undefined ? {} : (parse(text) as Categories);
}

/** All rules of a report, each as `category MUST text`. */
export function rulesOf(report: Report): string[] {
  return [
    ['commandments', 'MUST'],
    ['suggestions', 'SHOULD'],
  ].flatMap(([kind = '', strength]) =>
    Object.entries(contentOf(report, kind)).flatMap(([category, { ruleset }]) =>
      (ruleset as string[]).map((text) => `${category} ${strength} ${text}`),
    ),
  );
}

/** The blocks of a source, each as `lines as category/kata: why`. */
export function blocksOf(report: Report, path: string): string[] {
  const source = report.sources.find((one) => one.path === path);
  return (source?.blocks ?? []).map(({ line, end_line, as, category, kata, why }) => {
    const place = line === end_line ? `${line}` : `${line}-${end_line}`;
    const name = kata === undefined ? category : `${category}/${kata}`;
    return [place, as, name, why].filter((part) => part !== undefined).join(' ');
  });
}
