import { detailLines } from '../../model/text/detail-lines.ts';
import { type Editor, editText } from '../../runtime/files/edit-text.ts';
import { ImportError } from '../import-error.ts';
import type { Plan, PlannedRule } from '../plan.ts';
import { planYaml } from './plan-yaml.ts';
import { readPlanYaml } from './read-plan-yaml.ts';

/** How a plan is changed before it is written. */
export type Editing =
  | ({ readonly by: 'editor' } & Editor)
  | {
      readonly by: 'questions';
      /** Shows a text and a question; null once the input has ended. */
      readonly ask: (about: string, question: string) => Promise<string | null>;
    };

/** The scope that a plan is for. */
interface Target {
  readonly scope: string;
  /** Whether it is there, so that the plan is what it lacks. */
  readonly isThere: boolean;
}

/** What a person leaves of a plan; null where nothing is to be written. Faults: ImportError. */
export async function editPlan(plan: Plan, target: Target, editing: Editing): Promise<Plan | null> {
  const edited =
    editing.by === 'editor' ? await inEditor(plan, target, editing) : await byQuestions(plan, editing.ask);
  return edited === null || (edited.categories.size === 0 && edited.description === null) ? null : edited;
}

async function inEditor(plan: Plan, { scope, isThere }: Target, editor: Editor): Promise<Plan> {
  const { code, text, file, again, remove } = await editText(editor, `${scope}.yml`, planYaml(plan, isThere));
  if (code !== 0) {
    await remove();
    const how = code === null ? 'could not be started, or was ended' : `ended with ${code}`;
    throw new ImportError(`the editor (${editor.command}) ${how}; nothing is written`);
  }
  try {
    const edited = readPlanYaml(text, plan);
    await remove();
    return edited;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new ImportError(
      `${error.message}; nothing is written, and your text is in ${file}. Mend it there, then go on with it: run the command again with VISUAL set to ${again}`,
    );
  }
}

const question = 'Enter: keep, m: MUST, s: SHOULD, d: drop, a: keep all others, q: write nothing > ';

async function byQuestions(
  plan: Plan,
  ask: (about: string, question: string) => Promise<string | null>,
): Promise<Plan | null> {
  const total = [...plan.categories.values()].reduce((sum, { rules }) => sum + rules.length, 0);
  let number = 0;
  let isAll = false;
  for (const [name, category] of plan.categories) {
    const kept: PlannedRule[] = [];
    for (const rule of category.rules) {
      number += 1;
      const head = `${number} of ${total}  ${name}  ${rule.must ? 'MUST' : 'SHOULD'}`;
      const about = [head, rule.text, ...detailLines(rule.details ?? {})].join('\n');
      const word = isAll ? '' : await answerTo(() => ask(about, question));
      if (word === null || word === 'q') return null;
      if (word === 'a') isAll = true;
      if (word === 'm' || word === 's') rule.must = word === 'm';
      if (word !== 'd') kept.push(rule);
    }
    category.rules.splice(0, category.rules.length, ...kept);
    if (kept.length === 0 && category.katas.size === 0) plan.categories.delete(name);
  }
  return plan;
}

/** One of the answers that the question names, in small letters: it is asked until there is one. Null once the input has ended. */
async function answerTo(ask: () => Promise<string | null>): Promise<string | null> {
  for (;;) {
    const word = (await ask())?.trim().toLowerCase();
    if (word === undefined) return null;
    if (['', 'm', 's', 'd', 'a', 'q'].includes(word)) return word;
  }
}
