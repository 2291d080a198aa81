/** The elements of a row that take the focus. The library hides the button of a row that cannot be expanded. */
export const rowControls =
  'a[href], button:not(.ant-table-row-expand-icon-spaced), input, [tabindex="0"]:not(.ant-table-tbody-virtual-holder)'
