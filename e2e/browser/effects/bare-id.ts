/** The row's id behind the merchant API's `col_…`. */
export const bareId = (order: { readonly id: string }): string => order.id.slice('col_'.length);
