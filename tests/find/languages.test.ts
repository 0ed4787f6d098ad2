import { describe, expect, test } from 'vitest';
import { testService } from '../support/service.ts';
import { find, namesOf } from './world.ts';

/** For each language a word as it stands in a rule, and another form of it that is searched for. */
const forms = [
  ['en', 'paginated', 'pagination'],
  ['de', 'Bestellungen', 'Bestellung'],
  ['fr', 'commandes', 'commande'],
  ['es', 'pedidos', 'pedido'],
  ['it', 'ordini', 'ordine'],
  ['nl', 'bestellingen', 'bestelling'],
  ['pt', 'pedidos', 'pedido'],
  ['sv', 'beställningar', 'beställning'],
  ['da', 'ordrer', 'ordre'],
  ['no', 'bestillinger', 'bestilling'],
  ['fi', 'maksut', 'maksu'],
  ['ru', 'заказов', 'заказы'],
] as const;

const scopeOf = (rule: string) => ({
  's/commandments.yml': JSON.stringify({
    wanted: { ruleset: [rule] },
    other: { ruleset: ['Nothing of it'] },
  }),
});
const found = async (
  rule: string,
  task: string,
  search_language: (typeof forms)[number][0] | 'none' = 'en',
) => namesOf((await find(await testService(scopeOf(rule), { search_language }), { task })).results);

describe('search_language', () => {
  test.each(forms)('%s finds "%s" by "%s"; none does not', async (language, written, searched) => {
    expect(await found(`Xx ${written} yy`, searched, language)).toEqual(['wanted']);
    expect(await found(`Xx ${written} yy`, searched.toUpperCase(), language)).toEqual(['wanted']);
    expect(await found(`Xx ${written} yy`, searched, 'none')).toEqual([]);
  });

  test.each([
    ['Japanese', '注文APIのエラー応答を統一する', 'エラー応答'],
    ['Chinese', '不要在日志中记录客户的电子邮件地址', '日志 电子邮件'],
    ['Thai', 'อย่าบันทึกที่อยู่อีเมลของลูกค้า', 'อีเมล'],
  ])('words of %s are found without blanks between them, whatever it is', async (_, rule, task) => {
    for (const language of ['en', 'de', 'none'] as const)
      expect(await found(rule, task, language)).toEqual(['wanted']);
  });

  test('takes every way of writing a letter for the same', async () => {
    expect(await found('Das Café nebenan', 'cafe\u0301', 'none')).toEqual(['wanted']);
    expect(await found('Ｆｕｌｌ width', 'full', 'none')).toEqual(['wanted']);
  });
});
