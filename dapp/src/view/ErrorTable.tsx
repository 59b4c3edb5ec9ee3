import { text } from '../draw';
import type { MethodError } from '../methods/catalogue';

export function ErrorTable({ errors }: { errors: readonly MethodError[] }) {
  if (errors.length === 0) return null;
  return (
    <details className="errors">
      <summary>{text('methods.errors', { count: String(errors.length) })}</summary>
      <dl>
        {errors.map(({ code, message, data }) => (
          <div key={data.kind}>
            <dt>
              <code>{code}</code> {data.kind}
            </dt>
            <dd lang="en">
              {message} <span className="quiet">{data.hint}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
