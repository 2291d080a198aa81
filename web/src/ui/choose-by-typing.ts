/** Words begin after a space or a hyphen. */
const words = (text: string) => ` ${text.trim().toLowerCase()}`.replaceAll('-', ' ')

/** For a Select: what is typed leaves the options in which words begin with it. */
export const chooseByTyping = {
  filterOption: (typed: string, option?: { label?: unknown; value?: unknown }): boolean => {
    const label = typeof option?.label === 'string' ? option.label : String(option?.value)
    return words(label).includes(words(typed))
  },
}
