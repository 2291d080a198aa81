import { Link } from '@tanstack/react-router'

/** Within a sentence: underlined, as colour alone does not tell a link from its text. */
export const PickListLink = ({ id, name }: { id: string; name: string }) => (
  <span className="running-text">
    <Link to="/picks/$pickListId" params={{ pickListId: id }}>
      {name}
    </Link>
  </span>
)
