// Stands in for the SDK's `_shims` in the bundle: Ajv, a third of the SDK's start-up, serves elicitation only, which
// Precept does not use.
import process from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('JSON Schema validation is not part of this bundle');
  }
}

export { process };
