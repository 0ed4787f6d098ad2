import { isMap, parseDocument } from 'yaml';
import { escapeTemplate } from '../escape-template.ts';
import type { Plan, PlannedCategory } from '../plan.ts';
import type { ExistingScope } from './merge-scope.ts';
import { findCategory, resolved, textsOf } from './scope-document.ts';

/** What of a plan a scope that is there lacks, for somebody to judge. */
export function missingPlan({ description, categories }: Plan, { texts }: ExistingScope): Plan {
  const open = (kind: string) => parseDocument(texts.get(kind) ?? '');
  const [metadata, katas] = [open('metadata'), open('katas')];
  const ofRules = [open('commandments'), open('suggestions')];
  const left = new Map<string, PlannedCategory>();
  for (const [name, planned] of categories) {
    const read = [...ofRules, katas].flatMap((document) => {
      const map = findCategory(document, name);
      return map === null ? [] : [{ document, map }];
    });
    const known = (key: string) => new Set(read.flatMap(({ document, map }) => textsOf(map, key, document)));
    const [rules, globs] = [known('ruleset'), known('paths')];
    const written = resolved(findCategory(katas, name)?.get('katas', true), katas);
    const missing: PlannedCategory = {
      ...planned,
      when: read.some(({ map }) => String(map.get('when') ?? '').trim() !== '') ? null : planned.when,
      paths: new Set([...planned.paths].filter((glob) => !globs.has(glob))),
      rules: planned.rules.filter(({ text }) => !rules.has(escapeTemplate(text))),
      katas: new Map([...planned.katas].filter(([kata]) => !isMap(written) || !written.has(kata))),
    };
    const { when, paths, rules: more, katas: others } = missing;
    if (when !== null || paths.size + more.length + others.size > 0) left.set(name, missing);
  }
  const isDescribed = String(metadata.get('description') ?? '').trim() !== '';
  return { description: isDescribed ? null : description, categories: left };
}
