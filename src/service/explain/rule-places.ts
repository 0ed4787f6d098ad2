import type { Rule } from '../../guidance/rules/rule.ts';
import { type Authors, type Place, withAuthors } from '../answers/place-shape.ts';
import type { CategoryView, RulesPresentation } from '../answers/rules/rules-view.ts';
import type { RulesData } from '../answers/shapes.ts';
import { authorText, placeText } from './place-line.ts';

/** An answer with rules with the place of each, and who wrote it as far as git knows. */
export async function withPlaces<Data extends Pick<RulesData, 'commandments' | 'suggestions'>>(
  { data, presentation }: { readonly data: Data; readonly presentation: RulesPresentation },
  authors: Authors | null,
) {
  const { commandments, suggestions } = presentation;
  const rules = [...commandments, ...suggestions].flatMap(({ written }) => written);
  const places = await withAuthors(
    rules.map(({ origin }) => origin),
    authors,
  );
  const placeOf = new Map<Rule, Place>(rules.map((rule, index) => [rule, places[index] as Place]));
  const placesOf = ({ written }: CategoryView) => written.flatMap((rule) => placeOf.get(rule) ?? []);
  const toData = (views: readonly CategoryView[], categories: RulesData['commandments']) => {
    const placed = new Map(views.map((view) => [view.category, placesOf(view)]));
    return Object.fromEntries(
      Object.entries(categories).map(([name, own]) => [name, { ...own, places: placed.get(name) ?? [] }]),
    );
  };
  const toView = (view: CategoryView) => ({
    ...view,
    notes: placesOf(view).map((place) => [placeText(place), authorText(place)].filter(Boolean).join(', ')),
  });
  return {
    data: {
      ...data,
      commandments: toData(commandments, data.commandments),
      suggestions: toData(suggestions, data.suggestions),
    },
    presentation: {
      ...presentation,
      commandments: commandments.map(toView),
      suggestions: suggestions.map(toView),
    },
  };
}
