import fc from 'fast-check';
import { seed } from '../support/seed.ts';

// A property that fails, fails again in the next run; and one that passes, passes.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
