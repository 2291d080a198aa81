const refuse = () => {
  throw new Error('Schemas are not taken apart in the browser: see web/replace-imports.ts')
}

/** In place of zod's functions that make JSON schemas, and that read bounds back from a schema. */
export const aggregateChecks = refuse
export const anyProcessor = refuse
export const arrayProcessor = refuse
export const bigintProcessor = refuse
export const booleanProcessor = refuse
export const catchProcessor = refuse
export const customProcessor = refuse
export const dateProcessor = refuse
export const defaultProcessor = refuse
export const enumProcessor = refuse
export const fileProcessor = refuse
export const functionProcessor = refuse
export const intersectionProcessor = refuse
export const js = refuse
export const lazyProcessor = refuse
export const literalProcessor = refuse
export const mapProcessor = refuse
export const nanProcessor = refuse
export const neverProcessor = refuse
export const nonoptionalProcessor = refuse
export const nullProcessor = refuse
export const nullableProcessor = refuse
export const numberProcessor = refuse
export const objectProcessor = refuse
export const optionalProcessor = refuse
export const pipeProcessor = refuse
export const prefaultProcessor = refuse
export const promiseProcessor = refuse
export const readonlyProcessor = refuse
export const recordProcessor = refuse
export const setProcessor = refuse
export const stringProcessor = refuse
export const successProcessor = refuse
export const symbolProcessor = refuse
export const templateLiteralProcessor = refuse
export const transformProcessor = refuse
export const tupleProcessor = refuse
export const undefinedProcessor = refuse
export const unionProcessor = refuse
export const unknownProcessor = refuse
export const voidProcessor = refuse
