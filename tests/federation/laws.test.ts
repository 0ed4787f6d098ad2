import { test } from 'vitest';
import { checkLaw } from './federated-law.ts';

test('the federated merge is the merge of the parts, whichever masters are down and in whatever order they answer', async () => {
  await checkLaw(10);
});
