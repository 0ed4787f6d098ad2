import { afterAll } from 'vitest';
import { cleanUp } from '../support/after-file.ts';

// Evaluated anew for each test file.
afterAll(cleanUp);
