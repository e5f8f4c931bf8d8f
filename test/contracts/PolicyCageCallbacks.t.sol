// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC777Recipient} from "@openzeppelin/contracts/interfaces/IERC777Recipient.sol";
import {IERC777Sender} from "@openzeppelin/contracts/interfaces/IERC777Sender.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {IERC1155Receiver} from "@openzeppelin/contracts/token/ERC1155/IERC1155Receiver.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {CageFixture} from "./CageFixture.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {PriceFeed} from "../../harness/world/contracts/PriceFeed.sol";
import {HookToken, RedPill, Relay} from "./mocks/Hostile.sol";
import {MockToken} from "./mocks/Mocks.sol";

/// @notice Paths around the checks: callbacks, re-entry, signatures, fallbacks, and contracts that see simulations.
contract PolicyCageCallbacksTest is CageFixture {
    HookToken private hook;
    Relay private relay;
    RedPill private pill;

    /// @dev Owner and operator are contracts that anyone can speak through, so that a callback reaches every path.
    function _prepare() internal override {
        hook = new HookToken();
        relay = new Relay();
        pill = new RedPill(thief);
        (owner, operator) = (address(relay), address(relay));
    }

    function _config() internal view override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        IPolicyCage.AssetConfig[] memory list = new IPolicyCage.AssetConfig[](4);
        (list[0], list[1], list[2]) = (c.assets[0], c.assets[1], c.assets[2]);
        list[3] =
            IPolicyCage.AssetConfig(address(hook), address(usdcFeed), STALENESS, type(uint256).max, true);
        c.assets = list;
        IPolicyCage.TargetConfig[] memory targets = new IPolicyCage.TargetConfig[](4);
        (targets[0], targets[1], targets[2]) = (c.targets[0], c.targets[1], c.targets[2]);
        targets[3].target = address(pill);
        targets[3].selectors = new bytes4[](1);
        targets[3].selectors[0] = RedPill.swap.selector;
        c.targets = targets;
    }

    function setUp() public override {
        super.setUp();
        hook.mint(owner, 10_000e18);
        vm.startPrank(owner);
        hook.approve(address(cage), type(uint256).max);
        cage.deposit(address(hook), 1_000e18);
        vm.stopPrank();
    }

    /// @notice s59-callback-reentry: an ERC-777-like token calls back into every path that moves money or policy.
    function test_I31_callbackReentry() public {
        bytes[14] memory inner = [
            abi.encodeCall(cage.execute, (new IPolicyCage.Call[](0), block.timestamp, "again", "")),
            abi.encodeCall(cage.deposit, (address(usdc), 1e6)),
            abi.encodeCall(cage.withdraw, (address(usdc), 1e6)),
            abi.encodeCall(cage.withdraw, (0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE, 0)),
            abi.encodeCall(cage.withdrawPosition, (address(venue), 1)),
            abi.encodeCall(cage.absorbPosition, (address(venueReader), 0)),
            abi.encodeCall(cage.absorb, (address(usdc))),
            abi.encodeCall(cage.setWindowSpendCap, (0)),
            abi.encodeCall(cage.setMaxDrawdownBps, (0)),
            abi.encodeCall(cage.setRecipient, (payee, false)),
            abi.encodeCall(cage.setOperator, (address(0))),
            abi.encodeCall(cage.setPositionCap, (address(weth), 0)),
            abi.encodeCall(cage.poke, ()),
            abi.encodeCall(cage.unpause, ())
        ];
        for (uint256 i; i < inner.length; ++i) {
            hook.onMove(address(relay), abi.encodeCall(relay.relay, (address(cage), inner[i])));
            _run(_calls(address(hook), 0, abi.encodeCall(IERC20.transfer, (payee, 1e18))));
            assertFalse(hook.answered());
            assertEq(bytes4(hook.answer()), ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        }
    }

    /// @notice s59-callback-reentry: from a deposit and from a withdrawal, too.
    function test_I31_callbackReentryFromTheOwnersPaths() public {
        bytes memory again =
            abi.encodeCall(cage.execute, (new IPolicyCage.Call[](0), block.timestamp, "again", ""));
        hook.onMove(address(relay), abi.encodeCall(relay.relay, (address(cage), again)));
        vm.startPrank(owner);
        cage.deposit(address(hook), 1e18);
        assertEq(bytes4(hook.answer()), ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        hook.onMove(address(relay), abi.encodeCall(relay.relay, (address(cage), again)));
        cage.withdraw(address(hook), 1e18);
        assertEq(bytes4(hook.answer()), ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        assertFalse(cage.permitUsed("again"));
    }

    function test_error_ownerThatTakesNoNative() public {
        vm.deal(address(cage), 1 ether);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.CallFailed.selector, 0, ""));
        cage.withdraw(0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE, 1 ether);
    }

    /// @notice Halting works from anywhere, even within an action.
    function test_pauseWithinAnAction() public {
        hook.onMove(
            address(relay), abi.encodeCall(relay.relay, (address(cage), abi.encodeCall(cage.pause, ())))
        );
        _run(_calls(address(hook), 0, abi.encodeCall(IERC20.transfer, (payee, 1e18))));
        assertTrue(hook.answered());
        assertTrue(cage.paused());
    }

    /// @notice What a callback takes out while the action runs is found by the check afterwards.
    function test_I30_theftWithinACallbackIsFound() public {
        bytes memory steal = abi.encodeCall(MockToken.burn, (address(cage), 5_000e6));
        hook.onMove(address(usdc), steal);
        _runReverts(
            _calls(address(hook), 0, abi.encodeCall(IERC20.transfer, (payee, 1e18))),
            abi.encodeWithSelector(
                ICageErrors.ValueLossExceeded.selector, 5_001e6, 1e6 + 50e6 + 10_000 + 10_000
            )
        );
    }

    /// @notice No signature that no action recorded is valid, and no token callback, module call or fallback is answered.
    function testFuzz_I31_noOtherWayIn(bytes32 hash, bytes calldata signature, bytes4 selector, bool live)
        public
    {
        assertEq(cage.isValidSignature(hash, signature), bytes4(0xffffffff));
        bytes[6] memory calls = [
            abi.encodeWithSignature("isValidSignature(bytes,bytes)", signature, signature),
            abi.encodeCall(IERC777Recipient.tokensReceived, (thief, thief, thief, 1, "", "")),
            abi.encodeCall(IERC777Sender.tokensToSend, (thief, thief, thief, 1, "", "")),
            abi.encodeCall(IERC721Receiver.onERC721Received, (thief, thief, 1, "")),
            abi.encodeCall(IERC1155Receiver.onERC1155Received, (thief, thief, 1, 1, "")),
            abi.encodeWithSignature("execTransactionFromModule(address,uint256,bytes,uint8)", thief, 0, "", 1)
        ];
        address[4] memory callers = [thief, address(venue), address(relay), operator];
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(callers[i % 4]);
            (bool ok,) = address(cage).call(calls[i]);
            assertFalse(ok);
            // Nor while an action runs.
            hook.onMove(address(cage), calls[i]);
            if (live) _run(_calls(address(hook), 0, abi.encodeCall(IERC20.transfer, (payee, 1e18))));
            assertFalse(hook.answered());
        }
        if (_isKnown(selector)) return;
        vm.prank(operator);
        (bool known,) = address(cage).call(abi.encodePacked(selector, signature));
        assertFalse(known);
    }

    /// @notice s57-red-pill, on chain: a contract that is honest in simulations only is found by its effect.
    function test_I30_redPill() public {
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(usdc), abi.encodeCall(IERC20.approve, (address(pill), 1_000e6)));
        calls[1] = _call(address(pill), abi.encodeCall(pill.swap, (usdc, 1_000e6, weth, 5e17)));
        uint256 snapshot = vm.snapshotState();
        vm.txGasPrice(0);
        _run(calls);
        vm.revertToState(snapshot);
        vm.txGasPrice(1 gwei);
        vm.coinbase(thief);
        _runReverts(
            calls, abi.encodeWithSelector(ICageErrors.ValueLossExceeded.selector, 1_000e6, 10e6 + 10_000)
        );
    }

    /// @notice I20: equality is accepted, a second later nothing runs, whatever the action.
    function testFuzz_I20_deadline(uint256 late, bool exit) public {
        _run(_buyWeth(1_000e6));
        _pass(INTERVAL);
        uint256 deadline = block.timestamp;
        _pass(bound(late, 0, 365 days));
        late = block.timestamp - deadline;
        IPolicyCage.Call[] memory calls = exit ? _sellWeth(1e17, 2_000) : _buyWeth(1e6);
        vm.prank(operator);
        if (late != 0) {
            vm.expectRevert(
                abi.encodeWithSelector(ICageErrors.DeadlinePassed.selector, block.timestamp, deadline)
            );
        }
        cage.execute(calls, deadline, "late", "");
        assertEq(cage.permitUsed("late"), late == 0);
    }

    function _isKnown(bytes4 selector) private pure returns (bool) {
        bytes4[51] memory known = [
            IPolicyCage.isValidSignature.selector,
            IPolicyCage.isScheme.selector,
            IPolicyCage.setScheme.selector,
            IPolicyCage.execute.selector,
            IPolicyCage.poke.selector,
            IPolicyCage.deposit.selector,
            IPolicyCage.withdraw.selector,
            IPolicyCage.withdrawPosition.selector,
            IPolicyCage.absorb.selector,
            IPolicyCage.pause.selector,
            IPolicyCage.unpause.selector,
            IPolicyCage.queue.selector,
            IPolicyCage.cancel.selector,
            IPolicyCage.setMaxDrawdownBps.selector,
            IPolicyCage.setMaxLossBps.selector,
            IPolicyCage.setMinRebalanceInterval.selector,
            IPolicyCage.setWindowSpendCap.selector,
            IPolicyCage.setWindowLossCap.selector,
            IPolicyCage.setHotLane.selector,
            IPolicyCage.setLoosenDelay.selector,
            IPolicyCage.setPositionCap.selector,
            IPolicyCage.policy.selector,
            IPolicyCage.assets.selector,
            IPolicyCage.absorbPosition.selector,
            IPolicyCage.holdings.selector,
            IPolicyCage.codeOf.selector,
            IPolicyCage.isPlaceAllowed.selector,
            IPolicyCage.isAsset.selector,
            IERC721Receiver.onERC721Received.selector,
            IPolicyCage.setPlace.selector,
            IPolicyCage.setReader.selector,
            IPolicyCage.setMinHealth.selector,
            IPolicyCage.removeSelectors.selector,
            IPolicyCage.isTargetAllowed.selector,
            IPolicyCage.isTarget.selector,
            IPolicyCage.isRecipient.selector,
            IPolicyCage.positionValueUsdc.selector,
            IPolicyCage.netAssetValueUsdc.selector,
            IPolicyCage.valuePerShare.selector,
            IPolicyCage.highWaterMark.selector,
            IPolicyCage.isPokeDue.selector,
            IPolicyCage.drawdownBps.selector,
            IPolicyCage.lastRebalanceAt.selector,
            IPolicyCage.windowSpentUsdc.selector,
            IPolicyCage.windowLostUsdc.selector,
            IPolicyCage.windowUnguardedUsdc.selector,
            IPolicyCage.hashAction.selector,
            IPolicyCage.paused.selector,
            IPolicyCage.permitUsed.selector,
            IPolicyCage.totalShares.selector,
            IPolicyCage.queuedEta.selector
        ];
        for (uint256 i; i < known.length; ++i) {
            if (known[i] == selector) return true;
        }
        return false;
    }
}
