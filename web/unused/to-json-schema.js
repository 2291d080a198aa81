const refuse = () => {
  throw new Error('JSON schemas are made by the server only: see web/replace-imports.ts')
}

/** In place of zod's conversion to JSON schema. */
export const createToJSONSchemaMethod = () => refuse
export const createStandardJSONSchemaMethod = () => refuse
export const extractDefs = refuse
export const finalize = refuse
export const handleUnrepresentable = refuse
export const initializeContext = refuse
export const processSchema = refuse
