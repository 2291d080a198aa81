import { type ParseArgsConfig, parseArgs } from 'node:util'
import { errorMessage } from '../server/src/errors/error-message.ts'
import { StartError } from '../server/src/errors/start-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Accepted<O extends Options> = {
  /** The command with everything that it takes, such as `npm run backup -- [FILE]`. */
  usage: string
  options?: O
  /** How many arguments without a name it takes at most. */
  maxPositionals?: number
}

/**
 * Reads the arguments of a command. Throws a StartError with one line for one that it does not take, that is an empty
 * text or that is given twice, so that nothing is done for a typing error, a variable that is not set, or `--help`.
 * Also for an option that npm has kept, because no `--` was written before it.
 */
export function readArguments<const O extends Options>(
  { usage, options = {} as O, maxPositionals = 0 }: Accepted<O>,
  args = process.argv.slice(2),
) {
  const kept = Object.keys(options).find(isKeptByNpm)
  if (kept) throw new StartError(`Option '--${kept}' stays with npm: write -- before it. Use: ${usage}`)
  const { values, positionals, tokens } = parsed()
  // `--erasures "$LIST"` where LIST is not set.
  const empty = Object.keys(values).find((name) => values[name as keyof typeof values] === '')
  if (empty) throw new StartError(`Option '--${empty}' is empty. Use: ${usage}`)
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated) throw new StartError(`Option '--${repeated}' is given twice. Use: ${usage}`)
  const surplus = positionals[maxPositionals]
  if (surplus !== undefined) throw new StartError(`Unexpected argument '${surplus}'. Use: ${usage}`)
  return { values, positionals }

  function parsed() {
    try {
      return parseArgs({ args, options, allowPositionals: true, tokens: true })
    } catch (error) {
      const [sentence] = errorMessage(error).split('. ')
      throw new StartError(`${sentence}. Use: ${usage}`)
    }
  }
}

/** `npm run restore FILE --erasures=LIST`: the command gets FILE only, and npm says nothing, or warns. */
const isKeptByNpm = (name: string) => process.env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined
