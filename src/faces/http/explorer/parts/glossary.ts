/** Words that pages explain, each as docs/glossary.md defines it. */
export const glossary = {
  scope:
    'A folder of guidance with a name: a company, a team, a product, a project. The rules folder has one folder for each scope.',
  parent:
    'A scope that another scope inherits from. parents in metadata.yml lists the parents, the most important first.',
  lineage: 'A scope with all its ancestors, in the order in which they are merged.',
  category:
    'A named group of rules or katas, such as backend.api. A dot separates a category from its sub-category.',
  commandment: 'A mandatory rule: agents read it as MUST. Commandments of parent and child add up.',
  suggestion:
    "A rule that is advice: agents read it as SHOULD. A child's category replaces the category of its parent.",
  strength: 'Whether a rule is a commandment or a suggestion.',
  kata: 'A named procedure with steps, as text or as a flowchart. Agents fetch it by name and follow the steps.',
  when: 'The sentence that describes the situation a category or a kata is for. Agents select by it.',
  story: 'A user story: who wants what, and why. Its id is US and a number, such as US7.',
  'acceptance criterion':
    'A condition that holds when a story is done. Its ref, such as AC7.2, has the number of its story and its own number.',
  tag: 'A fact about a scope, or a label of a category or a story. Templates read the tags of a scope. Callers select by the labels.',
  template: 'A text with {{ }} or {% %}, which Precept renders for the scope that the caller asks for.',
} as const;

type GlossaryWord = keyof typeof glossary;

/** These words with their meanings, folded: help beside what a page shows. Its words are ours, so that nothing is escaped. */
export function glossaryView(...words: readonly GlossaryWord[]): string {
  const rows = words.map((word) => `<dt>${word}</dt><dd>${glossary[word]}</dd>`);
  return `<details class="words"><summary>What these words mean</summary><dl>${rows.join('')}</dl></details>`;
}
