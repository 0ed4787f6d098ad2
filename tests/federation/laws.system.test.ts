import { test } from 'vitest';
import { checkLaw, checkSharedOut } from './federated-law.ts';

test('the federated merge is the merge of the parts, whichever masters are down and in whatever order they answer', async () => {
  await checkLaw(10);
});

test('a line of scopes over several masters is what one server would make of it', async () => {
  await checkSharedOut(10);
});
