import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { text } from '../../draw';
import { currentStep, isOpen, type Step, type StepName, stepNames } from '../../path/path';
import { useStore } from '../../store';
import type { TextRef } from '../../texts';
import { ActionButton } from '../ActionButton';
import { useApp } from '../AppContext';
import { FailureNote } from '../FailureNote';
import { WaitLine } from '../WaitLine';
import { FactList } from './FactList';

type Props = {
  readonly name: StepName;
  readonly title: string;
  /** The reason for the step, in a sentence or two. */
  readonly lead: ReactNode;
  readonly action: string;
  /** Label of the button if the step can be repeated; absent if it cannot. */
  readonly repeatAction?: string;
  /** Label after an error. */
  readonly retry?: string;
  readonly canRun?: boolean;
  /** The thing that the step waits for; absent if none. */
  readonly waitingFor?: TextRef | undefined;
  readonly onRun: () => void;
  /** Fields of the step, shown while it is open. */
  readonly fields?: ReactNode;
  /** Live status from the chain, shown in any state. */
  readonly live?: ReactNode;
};

/** One step of the path: number, title, reason, fields, one button, and the outcome. */
export function StepFrame(props: Props) {
  const {
    name,
    title,
    lead,
    action,
    repeatAction: again,
    retry,
    canRun = true,
    waitingFor,
    onRun,
    fields,
    live,
  } = props;
  const { journey } = useApp();
  const steps = useStore(journey.path.store);
  const step = steps[name];
  const isReady = isOpen(steps, name) && waitingFor === undefined;
  const isCurrent = currentStep(steps) === name;
  const number = stepNames.indexOf(name) + 1;
  const label = { idle: action, busy: action, done: again, error: retry ?? text('path.tryAgain') }[
    step.state
  ];
  const takesInput = isReady && (step.state !== 'done' || again !== undefined);
  const button = useFocusOnTurn(isCurrent && isReady);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    onRun();
  }

  return (
    <li
      className="step"
      data-testid={`step-${name}`}
      data-state={step.state}
      data-ready={isReady}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <span className="step-mark" aria-hidden="true">
        {{ idle: number, busy: number, done: '✓', error: '!' }[step.state]}
      </span>
      <form className="step-body" onSubmit={submit} noValidate>
        <StepTitle title={title} number={number} state={step.state} />
        {step.state !== 'done' && <p className="step-lead">{lead}</p>}
        {step.state === 'done' && <FactList facts={step.facts} />}
        {live}
        {takesInput && fields}
        <div role="alert">{step.state === 'error' && <FailureNote failure={step.failure} />}</div>
        {isReady && label !== undefined && (
          <ActionButton
            ref={button}
            type="submit"
            className={step.state === 'done' ? 'secondary' : 'primary'}
            data-testid={`step-${name}-run`}
            disabled={!canRun}
            isBusy={step.state === 'busy'}
          >
            {label}
          </ActionButton>
        )}
        <WaitLine waitingFor={step.state === 'busy' ? step.waitingFor : (waitingFor ?? null)} />
      </form>
    </li>
  );
}

/** The title, with number and state for those who do not see the mark. */
function StepTitle(props: { title: string; number: number; state: Step['state'] }) {
  const { title, number, state } = props;
  return (
    <h2>
      <span className="unseen">{text('path.step', { number: String(number) })} </span>
      {title}
      <span className="unseen">{state !== 'idle' && ` ${text(`path.state.${state}`)}`}</span>
    </h2>
  );
}

/** When a click completes a step, the focus moves to the next step's button. */
function useFocusOnTurn(isTurn: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasTurn = useRef(isTurn);
  useEffect(() => {
    const { activeElement, body } = document;
    const isDone = activeElement === body || activeElement?.matches('.step-body > [type="submit"]');
    if (isTurn && !wasTurn.current && isDone) button.current?.focus();
    wasTurn.current = isTurn;
  }, [isTurn]);
  return button;
}
