/** The first part of the query keys of stock-takes, moves, pick lists, check-outs and temperatures. */
export const freezerWorkKeys = { all: ['freezer-work'] as const }
