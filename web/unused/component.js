/** In place of a component of antd that no page uses. */
// biome-ignore lint/style/noDefaultExport: antd imports it so.
export default function Unused() {
  throw new Error('This component is left out of the build: see web/replace-imports.ts')
}
