import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { VirtualTable } from './virtual-table.tsx'

type Row = { key: string; name: string }

const rows: Row[] = Array.from({ length: 200 }, (_, index) => ({ key: `${index}`, name: `NB-${index + 1}` }))

function openTable({ numRows }: { numRows?: number } = {}) {
  render(
    <VirtualTable<Row>
      aria-label="Tubes"
      columns={[
        { title: 'Name', key: 'name', render: (_, { name }) => <a href={`#${name}`}>{name}</a> },
        { title: 'Note', key: 'note', render: (_, { name }) => <input aria-label={`Note of ${name}`} /> },
      ]}
      dataSource={rows}
      pagination={false}
      scroll={{ x: 400, y: 400 }}
      rowSelection={{ getCheckboxProps: ({ name }) => ({ 'aria-label': `Choose ${name}` }) }}
      {...(numRows !== undefined && { numRows })}
    />,
  )
  return userEvent.setup()
}

const box = (name: string) => screen.getByRole('checkbox', { name: `Choose ${name}` })
/** Focuses it, which loads the script of the keys. */
async function focus(element: HTMLElement) {
  element.focus()
  await import('./scroll-by-key.ts')
}

const numberOfFocus = () =>
  Number(/^Choose NB-(\d+)$/.exec(document.activeElement?.getAttribute('aria-label') ?? '')?.[1])

test('a long list scrolls by key, and the focus stays in its column', async () => {
  const user = openTable()
  await focus(box('NB-1'))
  await user.keyboard('{PageDown}')
  const first = numberOfFocus()
  expect(first).toBeGreaterThan(5)
  await user.keyboard('{PageDown}')
  expect(numberOfFocus()).toBeGreaterThan(first)
  await user.keyboard('{PageUp}{PageUp}')
  expect(box('NB-1')).toHaveFocus()
  await user.keyboard('{Control>}{End}{/Control}')
  expect(box('NB-200')).toHaveFocus()
  await user.keyboard('{Control>}{Home}{/Control}')
  expect(box('NB-1')).toHaveFocus()

  await focus(screen.getByRole('link', { name: 'NB-1' }))
  await user.keyboard('{Control>}{End}{/Control}')
  expect(screen.getByRole('link', { name: 'NB-200' })).toHaveFocus()
})

test('where no row in view has a control, the list itself has the focus and scrolls by key', async () => {
  render(
    <VirtualTable<Row>
      aria-label="Tubes"
      columns={[{ title: 'Name', dataIndex: 'name', key: 'name' }]}
      dataSource={rows}
      pagination={false}
      scroll={{ x: 400, y: 400 }}
    />,
  )
  const user = userEvent.setup()
  await user.tab()
  await import('./scroll-by-key.ts')
  const list = document.activeElement
  expect(screen.getByRole('table', { name: 'Tubes' })).toContainElement(list as HTMLElement)
  await user.keyboard('{Control>}{End}{/Control}')
  expect(list).toHaveFocus()
  expect(screen.getByText('NB-200')).toBeVisible()
  await user.keyboard('{PageUp}')
  expect(list).toHaveFocus()
})

test('the focus goes to the nearest row with a control, and to the list where there is none', async () => {
  render(
    <VirtualTable<Row>
      aria-label="Tubes"
      columns={[
        {
          title: 'Name',
          key: 'name',
          render: (_, { key, name }) => (Number(key) % 100 ? name : <a href={`#${name}`}>{name}</a>),
        },
      ]}
      dataSource={rows}
      pagination={false}
      scroll={{ x: 400, y: 400 }}
    />,
  )
  const user = userEvent.setup()
  await focus(screen.getByRole('link', { name: 'NB-1' }))
  await user.keyboard('{PageDown}')
  const table = screen.getByRole('table', { name: 'Tubes' })
  expect(table).toContainElement(document.activeElement as HTMLElement)
  await user.keyboard('{Control>}{Home}{/Control}')
  expect(screen.getByRole('link', { name: 'NB-1' })).toHaveFocus()
})

test('Tab leaves a list that has the focus itself, and comes back to it', async () => {
  render(
    <>
      <VirtualTable<Row>
        aria-label="Tubes"
        columns={[
          {
            title: 'Name',
            key: 'name',
            render: (_, { key, name }) => (Number(key) < 5 ? <a href={`#${name}`}>{name}</a> : name),
          },
        ]}
        dataSource={rows}
        pagination={false}
        scroll={{ x: 400, y: 400 }}
      />
      <button type="button">After it</button>
    </>,
  )
  const user = userEvent.setup()
  await focus(screen.getByRole('link', { name: 'NB-1' }))
  for (let page = 0; page < 5; page++) await user.keyboard('{PageDown}')
  const list = document.activeElement
  expect(list).not.toBe(document.body)
  expect(list?.querySelector('a')).toBeNull()
  await user.tab()
  expect(screen.getByRole('button', { name: 'After it' })).toHaveFocus()
  await user.tab({ shift: true })
  expect(list).toHaveFocus()
})

test('in a field of a long list the keys move in its text', async () => {
  const user = openTable()
  const field = screen.getByRole('textbox', { name: 'Note of NB-1' })
  await focus(field)
  await user.keyboard('{PageDown}{Control>}{End}{/Control}')
  expect(field).toHaveFocus()
})

test('screen readers learn how many rows a long list has, and which one a row is', async () => {
  const user = openTable()
  const table = screen.getByRole('table', { name: 'Tubes' })
  expect(table).toHaveAttribute('aria-rowcount', '201')
  expect(box('NB-1').closest('[role="row"]')).toHaveAttribute('aria-rowindex', '2')
  await focus(box('NB-1'))
  await user.keyboard('{Control>}{End}{/Control}')
  expect(box('NB-200').closest('[role="row"]')).toHaveAttribute('aria-rowindex', '201')
})

test('while the server has further rows, their number is not known', () => {
  openTable({ numRows: -1 })
  expect(screen.getByRole('table', { name: 'Tubes' })).toHaveAttribute('aria-rowcount', '-1')
})
