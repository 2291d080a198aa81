/** In place of the Select for the size of a page: `showSizeChanger` is false in every table. */
// biome-ignore lint/style/noDefaultExport: antd imports it so.
export default function NoSizeChanger() {
  return null
}
