/** A text, as a link if it is a web address. */
export const LinkedText = ({ text }: { text: string }) =>
  /^https?:\/\/\S+$/i.test(text) ? <WebLink address={text} /> : text

/** An address of http or https that opens in a new tab. */
export const WebLink = ({ address }: { address: string }) => (
  <a href={address} target="_blank" rel="noreferrer">
    {address}
  </a>
)
