import { Document, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { planHead } from '../gather/own-plan.ts';
import type { Plan } from '../plan.ts';
import { toPlanView } from './plan-view.ts';

const head = ` ${planHead} Delete what is not worth keeping, change texts, and move rules between MUST and SHOULD.
 Give each category a \`when\`, and \`paths\` where it is about some files: agents find rules by them.
 What is left when the editor ends is written; an empty file writes nothing.`;

const headOfThere = `${head}
 The scope is there: this is what it lacks, and nothing else in it changes.`;

/** A plan as YAML for an editor; each `when` that is only proposed says so. */
export function planYaml(plan: Plan, isThere: boolean): string {
  const { description, categories } = toPlanView(plan);
  const data = {
    ...(description !== null && { description }),
    categories: Object.fromEntries(
      categories.map(({ category, when, paths, rules, katas, kata_whens: whens = {} }) => [
        category,
        {
          ...(when !== null && { when }),
          ...(paths.length > 0 && { paths }),
          ...(rules.length > 0 && {
            rules: rules.map(({ strength, text, details }) => ({ [strength]: text, ...details })),
          }),
          ...(katas.length > 0 && {
            katas: katas.map((kata) => (Object.hasOwn(whens, kata) ? { [kata]: whens[kata] } : kata)),
          }),
        },
      ]),
    ),
  };
  const document = new Document(data, { aliasDuplicateObjects: false });
  document.commentBefore = isThere ? headOfThere : head;
  const all = document.get('categories') as YAMLMap;
  for (const {
    category,
    proposed,
    proposed_paths: globs = [],
    proposed_kata_whens: made = [],
  } of categories) {
    const one = all.get(category);
    const paths = isMap(one) ? one.get('paths', true) : null;
    for (const glob of isSeq(paths) ? paths.items : [])
      if (isScalar(glob) && globs.includes(String(glob.value))) glob.comment = ' proposed';
    const when = isMap(one) ? one.get('when', true) : null;
    if (proposed && isScalar(when)) when.comment = ' proposed';
    const katas = isMap(one) ? one.get('katas', true) : null;
    for (const kata of isSeq(katas) ? katas.items : [])
      for (const { key, value } of isMap(kata) ? kata.items : [])
        if (isScalar(key) && isScalar(value) && made.includes(String(key.value))) value.comment = ' proposed';
  }
  return document.toString({ lineWidth: 0 });
}
