import { z } from 'zod'

// Imported before the first schema is made: zod would try `eval`, which browsers refuse and log as an error.
z.config({ jitless: true })
