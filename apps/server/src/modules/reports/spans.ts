/** How far the curves of the landing page reach back, the present day and hour included. */
export const daysShown = 14;
export const hoursShown = 24;
