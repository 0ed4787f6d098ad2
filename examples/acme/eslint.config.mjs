// What the rules of the example name: "precept --config settings.yml checks checkout" asks for it.
export default [{ rules: { 'no-console': 'error' } }];
