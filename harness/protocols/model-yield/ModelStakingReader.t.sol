// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CageFixture} from "../../../test/contracts/CageFixture.sol";
import {IPolicyCage} from "../../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {ModelChecker} from "../../../tools/protocols/model-yield/contracts/ModelChecker.sol";
import {ModelStaking} from "../../../tools/protocols/model-yield/contracts/ModelStaking.sol";
import {ModelStakingReader} from "../../../tools/protocols/model-yield/contracts/ModelStakingReader.sol";

/// @notice Leaving lots: value without exposure, from the request until the claim, whatever happens in between.
contract ModelStakingReaderTest is CageFixture {
    ModelStaking private _staking;
    ModelStakingReader private _reader;

    function _prepare() internal override {
        _staking = new ModelStaking(IERC20(address(weth)), address(this));
        _reader = new ModelStakingReader(_staking);
        weth.mint(address(this), 2_000e18);
        weth.approve(address(_staking), type(uint256).max);
        _staking.stake(1_000e18, address(this));
    }

    function _config() internal view override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        c.targets[2].target = address(_staking);
        c.targets[2].selectors = new bytes4[](3);
        c.targets[2].selectors[0] = ModelStaking.stake.selector;
        c.targets[2].selectors[1] = ModelStaking.requestExit.selector;
        c.targets[2].selectors[2] = ModelStaking.claim.selector;
        // What the cage sees by itself is what is tried here.
        c.targets[2].checker = _code(address(0));
        c.targets[2].reader = _code(address(_reader));
        c.places[0] = keccak256(abi.encode(address(_staking)));
    }

    function setUp() public override {
        super.setUp();
        _run(_buyWeth(20_000e6));
        _pass(INTERVAL);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(weth), abi.encodeCall(IERC20.approve, (address(_staking), 10e18)));
        calls[1] = _call(address(_staking), abi.encodeCall(_staking.stake, (10e18, address(cage))));
        _run(calls);
        _pass(INTERVAL);
    }

    /// @notice In a pause: out of the exposure at once, out of the value never, and claimed in the end.
    function test_I71_leavingIsAnExitFromTheRequestOn() public {
        assertApproxEqAbs(cage.positionValueUsdc(address(weth)), 20_000e6, 1);
        vm.prank(guardian);
        cage.pause();
        _run(_leave(10e18, address(cage)));
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        assertEq(cage.positionValueUsdc(address(weth)), 0);
        assertEq(_count(), 1);
        _pass(3 days);
        _run(_claim(1, address(cage)));
        assertEq(weth.balanceOf(address(cage)), 10e18);
        assertEq(_count(), 0);
    }

    function test_I66_aTicketForAThiefIsALoss() public {
        _fails(_leave(1e18, thief), ICageErrors.ValueLossExceeded.selector);
        _run(_leave(10e18, address(cage)));
        _pass(3 days);
        _fails(_claim(1, thief), ICageErrors.ValueLossExceeded.selector);
    }

    /// @notice What is slashed while it leaves is lost at once, and claimed as what is left.
    function test_I67_slashedWhileLeaving() public {
        _run(_leave(10e18, address(cage)));
        _staking.slash(500);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 99_000e6, 1);
        assertApproxEqAbs(cage.drawdownBps(), 100, 1);
        _pass(3 days);
        _run(_claim(1, address(cage)));
        assertApproxEqAbs(cage.netAssetValueUsdc(), 99_000e6, 1);
    }

    /// @notice What was slashed of everything is worth nothing, and no riddle.
    function test_I67_slashedOfEverything() public {
        _run(_leave(5e18, address(cage)));
        _staking.slash(10_000);
        assertEq(cage.netAssetValueUsdc(), 80_000e6);
        assertEq(cage.drawdownBps(), 2_000);
        assertEq(_count(), 2);
    }

    /// @notice A claim that is said to be worth twice as much counts as before, and as what it pays when it pays.
    function test_I66_aClaimThatJumps() public {
        _run(_leave(10e18, address(cage)));
        _pass(3 days);
        vm.mockCall(address(_staking), abi.encodeCall(_staking.queueIndex, ()), abi.encode(2e27));
        vm.mockCall(address(_staking), abi.encodeCall(_staking.assetsOf, (1)), abi.encode(20e18));
        // Three days of what a rate may grow in a year.
        assertLe(cage.netAssetValueUsdc(), 100_000e6 + 20_000e6 * uint256(3) / 365);
        assertGt(cage.netAssetValueUsdc(), 100_000e6);
        // It pays half of what its reader says: a loss for the operator, an exit for the owner.
        _fails(_claim(1, address(cage)), ICageErrors.ValueLossExceeded.selector);
        IPolicyCage.Call[] memory claim = _claim(1, address(cage));
        vm.prank(owner);
        cage.execute(claim, block.timestamp, "owner", "");
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
    }

    /// @notice A ticket that was sent counts for nothing, also where its claim is asked for.
    function test_I66_ticketsAreNoGift() public {
        uint256 id = _staking.requestExit(100e18, payee);
        vm.prank(payee);
        _staking.transferFrom(payee, address(cage), id);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        _run(_leave(1e18, address(cage)));
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        assertEq(_count(), 2);
    }

    /// @notice Rewards raise the value up to what a rate may grow.
    function test_I67_rewardsCount() public {
        _pass(30 days);
        _staking.reward(10.1e18); // 1 %
        assertApproxEqAbs(cage.netAssetValueUsdc(), 100_200e6, 2);
        _staking.reward(800e18);
        assertLe(cage.netAssetValueUsdc(), 100_000e6 + 20_000e6 * uint256(31) / 365);
    }

    function test_I61_theCheckerKeepsEveryActWithTheAccount() public {
        ModelChecker checker = new ModelChecker(address(1));
        _keeps(checker, ModelStaking.stake.selector);
        _keeps(checker, ModelStaking.requestExit.selector);
        _keeps(checker, ModelStaking.claim.selector);
    }

    function _keeps(ModelChecker checker, bytes4 act) private view {
        (bool ok, bytes memory answer) = _ask(checker, abi.encodeWithSelector(act, 1, address(cage)));
        assertTrue(ok);
        (ok, answer) = _ask(checker, abi.encodeWithSelector(act, 1, thief));
        assertFalse(ok);
        assertEq(answer, abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, thief));
    }

    function _ask(ModelChecker checker, bytes memory act) private view returns (bool, bytes memory) {
        return address(checker).staticcall(abi.encodeCall(checker.check, (address(cage), 0, act)));
    }

    function _leave(uint256 shares, address to) private view returns (IPolicyCage.Call[] memory) {
        return _calls(address(_staking), 0, abi.encodeCall(_staking.requestExit, (shares, to)));
    }

    function _claim(uint256 id, address to) private view returns (IPolicyCage.Call[] memory) {
        return _calls(address(_staking), 0, abi.encodeCall(_staking.claim, (id, to)));
    }

    function _fails(IPolicyCage.Call[] memory calls, bytes4 selector) private {
        bytes32 permitId = _permit();
        vm.expectPartialRevert(selector);
        vm.prank(operator);
        cage.execute(calls, block.timestamp, permitId, "");
    }
}
