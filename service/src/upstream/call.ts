export type Id = string | number | null;
/** A call without an id is a notification and gets no response. */
export type Call = {
  id?: Id;
  method: string;
  params?: readonly unknown[] | object;
  /** The id of the service's own request, for the log. */
  request?: string;
};

/** Params by position; none where a call has them by name, or none. */
export const listParams = ({ params }: Pick<Call, 'params'>): readonly unknown[] => {
  if (Array.isArray(params)) return params;
  return [];
};
