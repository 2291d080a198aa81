import { Link } from '@tanstack/react-router'

export const PickListLink = ({ id, name }: { id: string; name: string }) => (
  <Link to="/picks/$pickListId" params={{ pickListId: id }}>
    {name}
  </Link>
)
