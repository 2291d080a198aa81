import { parseDecimal } from '@lims/contract/decimal.ts'
import type { Rule } from 'antd/es/form'
import type { z } from 'zod'
import { zodRule } from './zod-rule.ts'

/** A form rule for a `NumberField`, which holds the text itself while that is not a number. */
export function numberRule(schema: z.ZodType): Rule {
  const rule = zodRule(schema)
  return {
    ...rule,
    validator: async (...given: Parameters<typeof rule.validator>) => {
      const [, value] = given
      const reading = typeof value === 'string' && value !== '' ? parseDecimal(value) : undefined
      if (reading && 'problem' in reading) throw new Error(reading.problem)
      return rule.validator(...given)
    },
  }
}
